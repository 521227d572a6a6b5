-- Marks the products of the demo content: the demo payment provider sells no others.
ALTER TABLE products ADD COLUMN is_sample INTEGER NOT NULL DEFAULT 0 CHECK (is_sample IN (0, 1));

-- Demo content that is stored already; each id is the start of the SHA-256 of the name in content/shop.
UPDATE products SET is_sample = 1 WHERE product_id IN (
  '01d07a0310de4c94c9059f6e7db5a763',
  '8729771e0e1a676a579516d84a9c3dc3',
  '2c1cb9b229bf4dc5f0478be62cfd49bf',
  '067d7edc2dec8564f2e8ca3d61e394ba',
  '5b9bda9931feb779fb9b749a28d7530d',
  '568b2dd2d757b11bcc1946d3b4c4efdf',
  '826abac5629ff555a3231d7935f269bd',
  'e7bf93b428bead01dad66ac3e48f9b65',
  '9913c98876d22fcb9f663ed252731bb2',
  'b19275983ba46eea0308be2200c406d8',
  'f079c47419d1f4372c132ba5e89ef2cc',
  '733af251459487fcf41ef62a97abd70b',
  'e868ab2c343728662814add0d8c1139d',
  'd946fe4088b2d7333ef98f30bda81a39'
);
