import type { PendingCounts } from './overview.ts';

/** Groups of the admin menu, in its order. */
const adminGroups = ['Content', 'Audience', 'Shop', 'Games', 'System'] as const;
export type AdminGroup = (typeof adminGroups)[number];

interface Entry {
  /** Path of the built page. Other paths that it serves are in site-routes.ts. */
  path: string;
  /** Title of the page, and its name in the menu. */
  title: string;
  description: string;
  /** Name of the component that AdminPage.tsx loads. */
  island: string;
  /** Group of the menu. Pages about a single item are not in the menu. */
  menu?: { group: AdminGroup; icon: string; badge?: keyof PendingCounts };
}

/** All pages of the admin. Menu, routes, guards and checks of all pages follow from this table. */
export const adminPages = [
  {
    path: '/admin',
    title: 'Overview',
    description: 'Figures, pending decisions and the state of the site.',
    island: 'overview',
  },
  {
    path: '/admin/blog/new',
    title: 'Create Post',
    description: 'Write and publish an article.',
    island: 'editor',
  },
  {
    path: '/admin/blog/edit',
    title: 'Edit Post',
    description: 'Edit an article.',
    island: 'editor',
  },
  {
    path: '/admin/calendar',
    title: 'Calendar',
    description: 'Drafts, scheduled and published articles by day.',
    island: 'calendar',
    menu: { group: 'Content', icon: 'calendar' },
  },
  {
    path: '/admin/uploads',
    title: 'Uploads',
    description: 'Uploaded images and the images of products.',
    island: 'uploads',
    menu: { group: 'Content', icon: 'image' },
  },
  {
    path: '/admin/connections',
    title: 'Connections',
    description: 'Other sites to which articles are cross-posted.',
    island: 'connections',
    menu: { group: 'Content', icon: 'link', badge: 'posts' },
  },
  {
    path: '/admin/import-export',
    title: 'Import and export',
    description: 'Import articles, and export the whole site.',
    island: 'import-export',
    menu: { group: 'Content', icon: 'transfer' },
  },
  {
    path: '/admin/users',
    title: 'Users',
    description: 'Accounts of members and admins.',
    island: 'users',
    menu: { group: 'Audience', icon: 'users' },
  },
  {
    path: '/admin/comments',
    title: 'Comments',
    description: 'Comments awaiting moderation, and reports.',
    island: 'comments',
    menu: { group: 'Audience', icon: 'comments', badge: 'comments' },
  },
  {
    path: '/admin/messages',
    title: 'Messages',
    description: 'Messages from the contact form.',
    island: 'messages',
    menu: { group: 'Audience', icon: 'mail', badge: 'messages' },
  },
  {
    path: '/admin/subscribers',
    title: 'Subscribers',
    description: 'Subscribers of the newsletter.',
    island: 'subscribers',
    menu: { group: 'Audience', icon: 'subscribers' },
  },
  {
    path: '/admin/views',
    title: 'Views',
    description: 'Visitors and page views.',
    island: 'views',
    menu: { group: 'Audience', icon: 'chart' },
  },
  {
    path: '/admin/shop/products',
    title: 'Products',
    description: 'Products of the shop.',
    island: 'products',
    menu: { group: 'Shop', icon: 'box' },
  },
  {
    path: '/admin/shop/create_product',
    title: 'Create Product',
    description: 'Add a product to the shop.',
    island: 'product',
    menu: { group: 'Shop', icon: 'plus' },
  },
  {
    path: '/admin/shop/edit_product',
    title: 'Edit product',
    description: 'Edit a product of the shop.',
    island: 'product',
  },
  {
    path: '/admin/shop/categories',
    title: 'Categories',
    description: 'Categories of products.',
    island: 'categories',
    menu: { group: 'Shop', icon: 'list' },
  },
  {
    path: '/admin/shop/discounts',
    title: 'Discount codes',
    description: 'Discount codes and their redemptions.',
    island: 'discounts',
    menu: { group: 'Shop', icon: 'percent' },
  },
  {
    path: '/admin/shop/orders',
    title: 'Orders',
    description: 'Orders, refunds and disputes.',
    island: 'orders',
    menu: { group: 'Shop', icon: 'cart', badge: 'orders' },
  },
  {
    path: '/admin/shop/orders/order',
    title: 'Order',
    description: 'One order with its payments.',
    island: 'order',
  },
  {
    path: '/admin/shop/sales',
    title: 'Sales',
    description: 'Revenue and taxes.',
    island: 'sales',
    menu: { group: 'Shop', icon: 'chart' },
  },
  {
    path: '/admin/reviews',
    title: 'Reviews',
    description: 'Reviews of games to approve.',
    island: 'reviews',
    menu: { group: 'Games', icon: 'star', badge: 'reviews' },
  },
  {
    path: '/admin/settings',
    title: 'Settings',
    description: 'Settings of the site.',
    island: 'settings',
    menu: { group: 'System', icon: 'settings' },
  },
  {
    path: '/admin/mail',
    title: 'Email',
    description: 'Sent and failed emails.',
    island: 'mail',
    menu: { group: 'System', icon: 'mail', badge: 'emails' },
  },
  {
    path: '/admin/jobs',
    title: 'Jobs and backups',
    description: 'Publishing, email and cross-post jobs, and backups.',
    island: 'jobs',
    menu: { group: 'System', icon: 'list' },
  },
  {
    path: '/admin/audit',
    title: 'Audit log',
    description: 'Changes made by admins.',
    island: 'audit',
    menu: { group: 'System', icon: 'history' },
  },
] as const satisfies readonly Entry[];

export type AdminPageEntry = (typeof adminPages)[number];
export type AdminIsland = AdminPageEntry['island'];
export type AdminIcon = Extract<AdminPageEntry, { menu: object }>['menu']['icon'];

/** Pages of the menu by group. Groups keep the order of the menu. */
export const adminMenu = adminGroups.map((group) => ({
  group,
  pages: adminPages.flatMap((page) => {
    if (!('menu' in page) || page.menu.group !== group) return [];
    const { path, title, description } = page;
    const { icon, badge }: { icon: AdminIcon; badge?: keyof PendingCounts } = page.menu;
    return [{ path, title, description, icon, badge }];
  }),
}));
