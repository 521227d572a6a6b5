import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { calendarQuery, calendarResponse } from '#contracts/calendar.ts';
import { errorResponse } from '#contracts/errors.ts';
import type { AppContext } from '../../context.ts';
import { getCalendar } from '../../services/articles/publication.ts';

/** The calendar of articles. Plans are changed as articles are: PUT /api/articles/{id}. */
export const adminCalendarRoutes: FastifyPluginAsyncZod<AppContext> = async (app, context) => {
  app.get(
    '/api/admin/calendar',
    {
      schema: {
        querystring: calendarQuery,
        response: { 200: calendarResponse, 400: errorResponse },
      },
    },
    async (request) => getCalendar(context, request.query),
  );
};
