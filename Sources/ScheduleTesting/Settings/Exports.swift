// A test that names a memory model needs one import.
@_exported import enum ScheduleKit.MemoryModel
