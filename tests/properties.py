"""Settings for every property test: the same examples each time, so that a failure stays one."""

from hypothesis import HealthCheck, settings

settings.register_profile(
    "ours", derandomize=True, database=None, deadline=None, max_examples=12, suppress_health_check=list(HealthCheck)
)
settings.load_profile("ours")
