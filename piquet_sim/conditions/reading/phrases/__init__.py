"""The rules of the grammar, each as a method that makes a noun or a part of a sentence."""
