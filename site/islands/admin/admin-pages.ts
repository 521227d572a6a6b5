import type { Waiting } from '#contracts/waiting.ts';
import type { AdminIcon } from './admin-icons.ts';

/** Groups of the admin menu, in its order. */
export const adminGroups = ['Content', 'Audience', 'Shop', 'Games', 'System'] as const;
export type AdminGroup = (typeof adminGroups)[number];

/** Names of the components that AdminPage.tsx loads. */
export type AdminIsland =
  | 'audit'
  | 'calendar'
  | 'categories'
  | 'comments'
  | 'connections'
  | 'discounts'
  | 'editor'
  | 'import-export'
  | 'jobs'
  | 'mail'
  | 'messages'
  | 'order'
  | 'orders'
  | 'overview'
  | 'product'
  | 'products'
  | 'reviews'
  | 'sales'
  | 'settings'
  | 'subscribers'
  | 'uploads'
  | 'users'
  | 'views';

export interface AdminPageEntry {
  /** Address of the built page. Pages of one thing answer for all addresses below their path. */
  path: string;
  /** Title of the page, and its name in the menu. */
  title: string;
  description: string;
  island: AdminIsland;
  /** Where the menu shows the page; pages of one thing are not in the menu. */
  menu?: { group: AdminGroup; icon: AdminIcon; badge?: keyof Waiting };
}

/** All pages of the admin. Menu, routes and guards are made from this table. */
export const adminPages: AdminPageEntry[] = [
  {
    path: '/admin',
    title: 'Admin',
    description: 'All pages of the admin.',
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
    description: 'Change an article.',
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
    description: 'Other sites on which articles are posted.',
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
    description: 'Comments to approve, and reports.',
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
    description: 'Readers and page views.',
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
    description: 'Change a product of the shop.',
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
    description: 'Discount codes and their uses.',
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
    title: 'Mail',
    description: 'Sent and failed emails.',
    island: 'mail',
    menu: { group: 'System', icon: 'mail', badge: 'mails' },
  },
  {
    path: '/admin/jobs',
    title: 'Jobs',
    description: 'Publishing, email and cross-post jobs.',
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
];

/** Pages of the menu by group. Groups keep the order of the menu. */
export const adminMenu = adminGroups.map((group) => ({
  group,
  pages: adminPages.flatMap(({ path, title, description, menu }) =>
    menu?.group === group ? [{ path, title, description, ...menu }] : [],
  ),
}));
