-- Forgetting in two steps. A table is set aside first: closed to everybody, but all there. Deleting it comes later, a
-- few lines at a time.
ALTER TABLE tables ADD COLUMN set_aside INTEGER;  -- since when; NULL: in use

-- The logs of deleted tables that are still to be deleted: the newest line that is left of each.
CREATE TABLE leavings (newest INTEGER PRIMARY KEY) STRICT;

-- What the clock said when it was looked at last, up to when it is believed, and until when it is doubted. One row.
CREATE TABLE clock_seen (
    at INTEGER NOT NULL,
    believed INTEGER NOT NULL,
    doubted_until INTEGER NOT NULL
) STRICT;
INSERT INTO clock_seen SELECT coalesce(max(touched), 0), coalesce(max(touched), 0), 0 FROM tables;

-- As before, and nobody writes to a table that is set aside.
DROP TRIGGER lines_are_appended;
CREATE TRIGGER lines_are_appended AFTER INSERT ON lines
BEGIN
    UPDATE lines SET before = (SELECT newest FROM tables WHERE id = new.table_id) WHERE number = new.number;
    UPDATE tables SET n = new.n, newest = new.number, touched = new.at
    WHERE id = new.table_id AND n = new.n - 1 AND set_aside IS NULL;
    SELECT raise(ABORT, 'not the next line of its table') WHERE changes() = 0;
END;
