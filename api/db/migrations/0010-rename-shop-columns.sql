ALTER TABLE products RENAME COLUMN sells TO licence_type;
ALTER TABLE order_lines RENAME COLUMN sells TO licence_type;

-- Payments in progress create the lines of their order from these.
UPDATE checkouts
SET lines = (
  SELECT json_group_array(
    json_insert(json_remove(line.value, '$.sells'), '$.licenceType', line.value ->> '$.sells') ORDER BY line.key
  )
  FROM json_each(checkouts.lines) AS line
);
