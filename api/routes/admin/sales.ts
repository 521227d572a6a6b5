import { Readable } from 'node:stream';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import {
  discountChangeResponse,
  discountListQuery,
  discountListResponse,
  discountRedemptionsQuery,
  discountRedemptionsResponse,
  discountRequest,
} from '#contracts/discount.ts';
import {
  adminOrderOneResponse,
  dismissedResponse,
  orderExportQuery,
  orderListQuery,
  orderListResponse,
  refundedResponse,
  refundRequest,
  unmatchedPaymentParams,
} from '#contracts/order.ts';
import { salesExportResponse, salesQuery, salesResponse } from '#contracts/sales.ts';
import type { AppContext } from '../../context.ts';
import {
  createDiscount,
  endDiscount,
  getDiscountPage,
  getRedemptionPage,
  toDiscountResponse,
  updateDiscountTerms,
} from '../../services/discounts/discounts.ts';
import {
  dismissPayment,
  exportOrders,
  getAdminOrder,
  listAllOrders,
} from '../../services/orders/orders.ts';
import { refundOrder } from '../../services/orders/refund.ts';
import { exportSales, getSalesReport } from '../../services/sales/sales-report.ts';

const params = z.strictObject({ id: z.string().min(1).max(200) });
/** Streamed text. */
const csvStream = z.any().meta({ type: 'string' });

const changed = { 200: discountChangeResponse };

/** Routes of sales reports, orders, refunds and discount codes. */
export const adminSalesRoutes: FastifyPluginAsyncZod<AppContext> = async (app, context) => {
  const { payments } = app;

  app.get(
    '/api/admin/sales',
    { schema: { querystring: salesQuery, response: { 200: salesResponse } } },
    async (request) => getSalesReport(context, request.query),
  );

  app.get(
    '/api/admin/sales/export',
    {
      schema: { querystring: salesQuery, response: { 200: salesExportResponse } },
      config: { audited: true },
    },
    async (request) => exportSales(context, request.query),
  );

  app.get(
    '/api/payment',
    { schema: { querystring: orderListQuery, response: { 200: orderListResponse } } },
    async (request) => listAllOrders(payments, request.query),
  );

  app.get(
    '/api/payment/export',
    {
      schema: {
        querystring: orderExportQuery,
        response: {
          200: {
            description: 'RFC 4180, one line per order line, oldest first',
            content: { 'text/csv': { schema: csvStream } },
          },
        },
      },
      // The file contains the addresses of all buyers, so it requires re-authentication.
      config: { audited: true, requiresRecentAuth: true },
    },
    async (request, reply) => {
      const day = new Date(payments.clock()).toISOString().slice(0, 10);
      reply.type('text/csv; charset=utf-8');
      reply.header('content-disposition', `attachment; filename="orders-${day}.csv"`);
      return reply.send(Readable.from(exportOrders(payments, request.query)));
    },
  );

  app.get(
    '/api/payment/:id',
    { schema: { params, response: { 200: adminOrderOneResponse } } },
    async (request) => ({ order: getAdminOrder(payments, request.params.id) }),
  );

  app.post(
    '/api/payment/:id/refunds',
    {
      schema: {
        params,
        body: refundRequest,
        response: { 200: refundedResponse, 202: refundedResponse },
      },
      config: { requiresRecentAuth: true },
    },
    async (request, reply) => {
      const { amount, lines, reason = '' } = request.body ?? {};
      const input = { amount, lines, reason };
      const { state, order } = await refundOrder(payments, request.params.id, input);
      const done = state === 'done';
      const msg = done
        ? 'Refund started.'
        : 'The payment provider is not responding. The refund will be retried automatically.';
      return reply.status(done ? 200 : 202).send({ msg, order });
    },
  );

  app.post(
    '/api/payment/unmatched/:paymentID/dismiss',
    { schema: { params: unmatchedPaymentParams, response: { 200: dismissedResponse } } },
    async (request) => {
      await dismissPayment(payments, request.params.paymentID);
      return { msg: 'Dismissed.' };
    },
  );

  app.get(
    '/api/admin/discounts',
    { schema: { querystring: discountListQuery, response: { 200: discountListResponse } } },
    async (request) => getDiscountPage(context, request.query),
  );

  app.post(
    '/api/admin/discounts',
    { schema: { body: discountRequest, response: { 201: discountChangeResponse } } },
    async (request, reply) => {
      const discount = await createDiscount(context, request.body);
      reply.status(201);
      return { msg: 'Discount code created.', discount: toDiscountResponse(context, discount) };
    },
  );

  app.put(
    '/api/admin/discounts/:id',
    { schema: { params, body: discountRequest, response: changed } },
    async (request) => {
      const discount = await updateDiscountTerms(context, request.params.id, request.body);
      return { msg: 'Saved.', discount: toDiscountResponse(context, discount) };
    },
  );

  app.post(
    '/api/admin/discounts/:id/end',
    { schema: { params, response: changed } },
    async (request) => {
      const discount = await endDiscount(context, request.params.id);
      return { msg: 'Discount code ended.', discount: toDiscountResponse(context, discount) };
    },
  );

  app.get(
    '/api/admin/discounts/:id/redemptions',
    {
      schema: {
        params,
        querystring: discountRedemptionsQuery,
        response: { 200: discountRedemptionsResponse },
      },
    },
    async (request) => getRedemptionPage(context, request.params.id, request.query.page),
  );
};
