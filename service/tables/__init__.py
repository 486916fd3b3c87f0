"""Tables: hands against a dealer and hands between two players, as frozen values without I/O, clock or chance."""
