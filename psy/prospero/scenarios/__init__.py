"""The six scenarios: what their own dice decide, round by round. Maps are out of scope."""
