-- Runs once, on a new volume of compose.yaml. The service owns its database and is no superuser. The superuser has no password, so that
-- nobody becomes it but by a shell in the container.
\getenv password POSTGRES_PASSWORD
CREATE ROLE tally LOGIN PASSWORD :'password';
CREATE DATABASE tally OWNER tally;
ALTER ROLE postgres PASSWORD NULL;
