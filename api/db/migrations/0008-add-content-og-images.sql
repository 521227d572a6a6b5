CREATE TABLE content_og_images (
  name TEXT PRIMARY KEY,
  key TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Case studies stored before they could have files of their own.
UPDATE content_files
SET value = (
  SELECT json_group_array(json_insert(study.value, '$.files', json('{}')) ORDER BY study.key)
  FROM json_each(content_files.value) AS study
)
WHERE name = 'caseStudies' AND value IS NOT NULL;
