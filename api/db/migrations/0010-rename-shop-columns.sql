ALTER TABLE products RENAME COLUMN sells TO licence_type;
ALTER TABLE order_lines RENAME COLUMN sells TO licence_type;

-- SQLite renames columns in constraints, but not the constraints.
ALTER TABLE discounts DROP CONSTRAINT discounts_max_uses;
ALTER TABLE discounts DROP CONSTRAINT discounts_max_uses_each;
ALTER TABLE discounts RENAME COLUMN max_uses TO max_redemptions;
ALTER TABLE discounts RENAME COLUMN max_uses_each TO max_redemptions_per_customer;
ALTER TABLE discounts ADD CONSTRAINT discounts_max_redemptions CHECK (max_redemptions > 0);
ALTER TABLE discounts ADD CONSTRAINT discounts_max_redemptions_per_customer CHECK (max_redemptions_per_customer > 0);

-- Payments in progress create the lines of their order from these.
UPDATE checkouts
SET lines = (
  SELECT json_group_array(
    json_insert(json_remove(line.value, '$.sells'), '$.licenceType', line.value ->> '$.sells') ORDER BY line.key
  )
  FROM json_each(checkouts.lines) AS line
);
