-- GEMP's own tables, as far as silver and rewards are concerned.
CREATE TABLE IF NOT EXISTS player (
  id INT NOT NULL GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name VARCHAR(45) NOT NULL UNIQUE
);

CREATE TABLE IF NOT EXISTS collection (
  id INT NOT NULL GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  player_id INT NOT NULL,
  type VARCHAR(45) NOT NULL,
  collection BYTEA NOT NULL
);
CREATE INDEX IF NOT EXISTS collection_player ON collection (player_id);

CREATE TABLE IF NOT EXISTS transfer (
  id INT NOT NULL GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  notify INT NOT NULL,
  player VARCHAR(45) NOT NULL,
  reason VARCHAR(255) NOT NULL,
  name VARCHAR(255) NOT NULL,
  currency INT NOT NULL,
  collection TEXT NOT NULL,
  transfer_date DECIMAL(20, 0) NOT NULL,
  direction VARCHAR(45) NOT NULL
);

-- What GEMP asks of the ledger; written before it is asked.
CREATE TABLE IF NOT EXISTS sabacc_outbox (
  id CHAR(36) NOT NULL PRIMARY KEY,
  kind VARCHAR(10) NOT NULL,
  player VARCHAR(45) NOT NULL,
  amount INT NOT NULL,
  state VARCHAR(10) NOT NULL,
  refusal VARCHAR(400) NOT NULL,
  compared INT NOT NULL,
  asked_at BIGINT NOT NULL
);
CREATE INDEX IF NOT EXISTS sabacc_outbox_state ON sabacc_outbox (state, asked_at);

-- What came from the service and was applied; a row that is there already means: done.
CREATE TABLE IF NOT EXISTS sabacc_inbox (
  id VARCHAR(80) NOT NULL PRIMARY KEY,
  kind VARCHAR(10) NOT NULL,
  player VARCHAR(45) NOT NULL,
  amount INT NOT NULL,
  compared INT NOT NULL,
  applied_at BIGINT NOT NULL
);

-- What players were given as rewards; cards are in their collections.
CREATE TABLE IF NOT EXISTS sabacc_reward (
  grant_id VARCHAR(80) NOT NULL,
  part INT NOT NULL,
  player VARCHAR(45) NOT NULL,
  reward VARCHAR(40) NOT NULL,
  kind VARCHAR(20) NOT NULL,
  title VARCHAR(255) NOT NULL,
  content TEXT NOT NULL,
  PRIMARY KEY (grant_id, part)
);
CREATE INDEX IF NOT EXISTS sabacc_reward_player ON sabacc_reward (player);

-- How far lists of the service were read.
CREATE TABLE IF NOT EXISTS sabacc_cursor (
  name VARCHAR(20) NOT NULL PRIMARY KEY,
  number BIGINT NOT NULL
);
INSERT INTO sabacc_cursor (name, number) VALUES ('settlements', 0), ('grants', 0), ('books', 0) ON CONFLICT DO NOTHING;
