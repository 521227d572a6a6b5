interface AdminLink {
  path: string;
  name: string;
  /** What of GET /api/admin/waiting is counted beside it. */
  waiting?: 'comments' | 'reviews' | 'messages' | 'mails' | 'orders' | 'posts';
}

/** The pages of the admin menu, in its order. */
export const adminLinks: AdminLink[] = [
  { path: '/admin/users', name: 'Users' },
  { path: '/admin/calendar', name: 'Calendar' },
  { path: '/admin/uploads', name: 'Uploads' },
  { path: '/admin/shop/products', name: 'Products' },
  { path: '/admin/shop/create_product', name: 'Create Product' },
  { path: '/admin/shop/categories', name: 'Categories' },
  { path: '/admin/shop/discounts', name: 'Discount codes' },
  { path: '/admin/shop/orders', name: 'Orders', waiting: 'orders' },
  { path: '/admin/shop/sales', name: 'Sales' },
  { path: '/admin/comments', name: 'Comments', waiting: 'comments' },
  { path: '/admin/reviews', name: 'Reviews', waiting: 'reviews' },
  { path: '/admin/messages', name: 'Messages', waiting: 'messages' },
  { path: '/admin/mail', name: 'Mail', waiting: 'mails' },
  { path: '/admin/subscribers', name: 'Subscribers' },
  { path: '/admin/connections', name: 'Connections', waiting: 'posts' },
  { path: '/admin/jobs', name: 'Jobs' },
  { path: '/admin/views', name: 'Views' },
  { path: '/admin/import-export', name: 'Import and export' },
  { path: '/admin/settings', name: 'Settings' },
  { path: '/admin/audit', name: 'Audit log' },
];
