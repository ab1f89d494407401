// Who tests operators tests other code, too: one import is enough.
@_exported import ScheduleTesting
