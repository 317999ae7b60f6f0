"""Tables in memory, with the devices connected to them. `registry.py` has all rooms of a process, `room.py` is one."""
