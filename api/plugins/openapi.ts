import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import fastifyPlugin from 'fastify-plugin';
import {
  createJsonSchemaTransform,
  createJsonSchemaTransformObject,
  serializerCompiler,
  validatorCompiler,
} from 'fastify-type-provider-zod';
import { z } from 'zod';
import { errorResponse } from '#contracts/errors.ts';

type SchemaRegistry = z.core.$ZodRegistry<z.GlobalMeta>;

/**
 * Adds a schema and its nested schemas, with names and descriptions, to the registry of an app. The global registry
 * of zod is not used, because the built site contains a second copy of the contracts with the same names.
 */
function addSchemas(schemas: SchemaRegistry, schema: z.ZodType): void {
  const collector = z.registry<z.GlobalMeta>();
  collector.get = (inner) => {
    const meta = z.globalRegistry.get(inner);
    if (meta) schemas.add(inner, meta);
    return undefined;
  };
  for (const io of ['input', 'output'] as const) {
    z.toJSONSchema(schema, { io, metadata: collector, unrepresentable: 'any' });
  }
}

/** Returns the zod schemas of a route: of its body, its parameters, and its responses in every form. */
function schemasIn(value: unknown): z.ZodType[] {
  if (value instanceof z.ZodType) return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(schemasIn);
}

/** zod validates and serializes; OpenAPI 3.1 and its page at /api/docs come from the same schemas. */
export const openapiPlugin = fastifyPlugin(
  async (app) => {
    const schemaRegistry: SchemaRegistry = z.registry<z.GlobalMeta>();
    const transform = createJsonSchemaTransform({ schemaRegistry });
    app.setValidatorCompiler(validatorCompiler);
    app.setSerializerCompiler(serializerCompiler);
    await app.register(swagger, {
      openapi: {
        openapi: '3.1.0',
        info: {
          title: 'Personal site API',
          version: '1',
          description: 'The complete API of the site. Errors are `{ msg, code }`.',
        },
        components: {
          securitySchemes: { accessToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
        },
      },
      transform: (route) => {
        for (const schema of schemasIn(route.schema)) addSchemas(schemaRegistry, schema);
        return transform(route);
      },
      transformObject: createJsonSchemaTransformObject({ schemaRegistry }),
    });
    app.addHook('onRoute', (route) => {
      if (route.schema?.hide || !/^\/(api|user)\//.test(route.url)) return;
      // Default responses of all routes; a route's own responses take precedence.
      const response = { '4xx': errorResponse, '5xx': errorResponse };
      route.schema = {
        ...route.schema,
        response: { ...response, ...(route.schema?.response ?? {}) },
      };
    });
    await app.register(swaggerUi, { routePrefix: '/api/docs' });
  },
  { name: 'openapi' },
);
