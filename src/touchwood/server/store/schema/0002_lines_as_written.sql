-- Lines lie in the order in which they were written, whichever table they are of: what is committed together lies
-- together, so a commit touches few pages. A table knows its newest line, and each line the one before it.
ALTER TABLE lines RENAME TO lines_by_table;

ALTER TABLE tables ADD COLUMN n INTEGER NOT NULL DEFAULT 0;  -- how many lines it has
ALTER TABLE tables ADD COLUMN newest INTEGER;  -- the number of the last of them
ALTER TABLE tables ADD COLUMN touched INTEGER NOT NULL DEFAULT 0;  -- and when it was written

CREATE TABLE lines (
    number INTEGER PRIMARY KEY,
    table_id TEXT NOT NULL,
    n INTEGER NOT NULL,
    at INTEGER NOT NULL,
    body BLOB NOT NULL,
    before INTEGER  -- the number of the table's line before this one
) STRICT;

-- Whoever writes a table's next line is the first to do so, or is refused.
CREATE TRIGGER lines_are_appended AFTER INSERT ON lines
BEGIN
    UPDATE lines SET before = (SELECT newest FROM tables WHERE id = new.table_id) WHERE number = new.number;
    UPDATE tables SET n = new.n, newest = new.number, touched = new.at WHERE id = new.table_id AND n = new.n - 1;
    SELECT raise(ABORT, 'not the next line of its table') WHERE changes() = 0;
END;

INSERT INTO lines (table_id, n, at, body) SELECT table_id, n, at, body FROM lines_by_table ORDER BY table_id, n;

DROP TABLE lines_by_table;
