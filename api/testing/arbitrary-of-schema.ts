import fc from 'fast-check';

/** The part of JSON Schema that the OpenAPI document of this API uses. */
export interface JsonSchema {
  $ref?: string;
  type?: string;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: boolean | JsonSchema;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  enum?: unknown[];
  const?: unknown;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  format?: string;
  pattern?: string;
}

export interface SchemaSource {
  /** Looks up `#/components/schemas/Name`. */
  resolve(reference: string): JsonSchema;
  /** Strings that often cause errors. */
  naughty: readonly string[];
}

/** Returns an arbitrary of values that are mostly valid for a schema and sometimes invalid. */
export function arbitraryOf(
  schema: JsonSchema,
  source: SchemaSource,
  depth = 0,
): fc.Arbitrary<unknown> {
  const inner = (part: JsonSchema) => arbitraryOf(part, source, depth + 1);
  const valid = (): fc.Arbitrary<unknown> => {
    if (schema.$ref) return inner(source.resolve(schema.$ref));
    if ('const' in schema) return fc.constant(schema.const);
    if (schema.enum) return fc.constantFrom(...schema.enum);
    const parts = schema.anyOf ?? schema.oneOf;
    if (parts) return fc.oneof(...parts.map(inner));
    if (schema.allOf) return inner(Object.assign({}, ...schema.allOf));
    switch (schema.type) {
      case 'object':
        return objectOf(schema, inner, source);
      case 'array':
        return fc.array(inner(schema.items ?? {}), { maxLength: 5 });
      case 'integer':
        return fc.integer({ min: schema.minimum ?? -5, max: Math.min(schema.maximum ?? 50, 1e6) });
      case 'number':
        return fc.double();
      case 'boolean':
        return fc.boolean();
      case 'null':
        return fc.constant(null);
      case 'string':
        return textOf(schema, source);
      default:
        return depth > 3 ? fc.constant(null) : fc.jsonValue({ maxDepth: 2 });
    }
  };
  return fc.oneof(
    { weight: 12, arbitrary: valid() },
    {
      weight: 1,
      arbitrary: fc.oneof(fc.constantFrom(...source.naughty), fc.jsonValue({ maxDepth: 1 })),
    },
  );
}

function objectOf(
  schema: JsonSchema,
  inner: (part: JsonSchema) => fc.Arbitrary<unknown>,
  source: SchemaSource,
): fc.Arbitrary<unknown> {
  const parts = schema.properties ?? {};
  const required = (schema.required ?? []).filter((name) => name in parts);
  const optional = Object.keys(parts).filter((name) => !required.includes(name));
  // At most four optional fields: with all of them, one value would nearly always be invalid.
  const record = fc
    .subarray(optional, { maxLength: Math.min(4, optional.length) })
    .chain((chosen) =>
      fc.record(
        Object.fromEntries(
          [...required, ...chosen].map((name) => [name, inner(parts[name] ?? {})]),
        ),
        { requiredKeys: required },
      ),
    );
  const extra = fc.dictionary(fc.constantFrom(...source.naughty), fc.jsonValue({ maxDepth: 1 }), {
    maxKeys: 1,
  });
  return fc.oneof(
    { weight: 9, arbitrary: record },
    {
      weight: 1,
      arbitrary: fc.tuple(record, extra).map(([fields, more]) => ({ ...fields, ...more })),
    },
  );
}

function textOf(schema: JsonSchema, source: SchemaSource): fc.Arbitrary<string> {
  const dates = fc
    .date({ noInvalidDate: true, min: new Date('2020-01-01'), max: new Date('2030-01-01') })
    .map((date) => date.toISOString());
  if (schema.format === 'date-time') return dates;
  if (schema.format === 'date') return dates.map((date) => date.slice(0, 10));
  if (schema.format === 'email') return fc.emailAddress();
  // fast-check needs seconds for Unicode classes. Most of the strings below match them anyway.
  if (schema.pattern && !/\\p/i.test(schema.pattern)) {
    return fc.stringMatching(new RegExp(schema.pattern, 'u'));
  }
  const longest = schema.maxLength ?? 1;
  return fc.oneof(
    fc.constantFrom(...source.naughty),
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.lorem({ maxCount: 6 }),
    fc.string({ minLength: longest, maxLength: longest + 1 }),
  );
}
