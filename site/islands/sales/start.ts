import { enterAdminPage } from '../admin-door.ts';

/** Draws /admin/shop/orders, once the API agrees that an admin is here. */
export const startOrders = () =>
  enterAdminPage('orders', async (place) => {
    const { mountOrders } = await import('./mount.tsx');
    mountOrders(place);
  });

/** Draws /admin/shop/orders/{id}: an order that is not there is missing. */
export const startOrder = () =>
  enterAdminPage('order', async (place) => {
    const id = decodeURIComponent(location.pathname.split('/').pop() ?? '');
    const [{ mountOrder }, { readOrder }] = await Promise.all([
      import('./mount.tsx'),
      import('./sales-calls.ts'),
    ]);
    const order = await readOrder(id);
    document.title = document.title.replace('Order', `Order ${order.number}`);
    mountOrder(place, order._id);
  });

/** Draws /admin/shop/sales. */
export const startSales = () =>
  enterAdminPage('sales', async (place) => {
    const { mountSales } = await import('./mount.tsx');
    mountSales(place);
  });
