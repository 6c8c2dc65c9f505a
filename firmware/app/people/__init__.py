"""What people see and press: screen, lights, menus, the registration of a deck."""
