"""Settings for every property test of the rules: the same examples each time, so that a failure stays one."""

from hypothesis import HealthCheck, settings

settings.register_profile(
    "rules",
    derandomize=True,
    database=None,
    deadline=None,
    max_examples=12,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.load_profile("rules")
