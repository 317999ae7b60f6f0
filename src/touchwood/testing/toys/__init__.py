"""Small whole games for trying out the suite, and for reading before writing one's own."""
