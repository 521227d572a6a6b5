-- The zone in which the time of a scheduled article was meant; without one, the owner's.
ALTER TABLE articles ADD COLUMN schedule_zone TEXT;
