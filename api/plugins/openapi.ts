import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import fastifyPlugin from 'fastify-plugin';
import {
  jsonSchemaTransform,
  jsonSchemaTransformObject,
  serializerCompiler,
  validatorCompiler,
} from 'fastify-type-provider-zod';
import { errorResponse } from '#contracts/errors.ts';

/** zod validates and serializes; OpenAPI 3.1 and its page at /api/docs come from the same schemas. */
export const openapiPlugin = fastifyPlugin(
  async (app) => {
    app.setValidatorCompiler(validatorCompiler);
    app.setSerializerCompiler(serializerCompiler);
    await app.register(swagger, {
      openapi: {
        openapi: '3.1.0',
        info: {
          title: 'Personal site API',
          version: '1',
          description: 'Everything the site does, without the site. Errors are `{ msg, code }`.',
        },
        components: {
          securitySchemes: {
            accessToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
          },
        },
      },
      transform: jsonSchemaTransform,
      transformObject: jsonSchemaTransformObject,
    });
    app.addHook('onRoute', (route) => {
      if (route.schema?.hide || !/^\/(api|user)\//.test(route.url)) return;
      // What any call may meet is said here once; a route's own answers go before it.
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
