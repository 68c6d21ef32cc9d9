// The view in which one is asked what one would throw.

export class Quiz {
  show() {}

  leave() {}
}
