"""The studies by the name that they have in the project: the package ``piquet_sim.analyses``."""

import sys
from importlib import import_module
from importlib.machinery import ModuleSpec
from types import ModuleType

_OLD, _NEW = "analyses", "piquet_sim.analyses"


class _SameModules:
    # Finds what is within the studies under the old name: the very modules of the new one.

    def find_spec(self, name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        if not name.startswith(f"{_OLD}.") or sys.modules.get(_OLD) is not sys.modules.get(_NEW):
            return None
        return ModuleSpec(name, self, origin=_NEW + name.removeprefix(_OLD))

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        module = import_module(spec.origin)
        spec.loader_state = module.__spec__
        return module

    def exec_module(self, module: ModuleType) -> None:
        # It has been run; the import system has just given it the specification of the old name.
        module.__spec__ = module.__spec__.loader_state


sys.modules[_OLD] = import_module(_NEW)
sys.meta_path.insert(0, _SameModules())
