"""The page in real Chromium, with several players, on phone-sized screens, by taps, drags and keys."""
