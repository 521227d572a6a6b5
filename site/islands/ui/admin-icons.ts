import type { AdminIcon } from '#contracts/admin-pages.ts';

/** Paths of the icons of admin pages, drawn on a grid of 24. */
export const adminIcons = {
  box: 'M4 8l8-4 8 4v8.5l-8 4-8-4zM4 8l8 4 8-4M12 12v8.5',
  calendar: 'M4 6h16v14H4zM4 10.5h16M8.5 3.5V8M15.5 3.5V8',
  cart: 'M5.5 8.5h13l1 11.5h-15zM9 8.5V7a3 3 0 0 1 6 0v1.5',
  chart: 'M4 4v16h16M8.5 16v-4M13 16V7.5M17.5 16v-6',
  comments: 'M4.5 5h15v11h-8l-4.5 3.8V16h-2.5zM8 9h8M8 12h5',
  history: 'M4.5 8.5A8.5 8.5 0 1 1 3.5 12M4 4v4.5h4.5M12 7.5V12l3 2',
  image: 'M4 5h16v14H4zM4 16l4.5-4.5 4 4 2.5-2.5 5 5M15.5 9h.1',
  link: 'M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.7-5.7L11.8 7.2M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.7 5.7l1.5-1.5',
  list: 'M9.5 6.5h11M9.5 12h11M9.5 17.5h11M4.5 6.5h.1M4.5 12h.1M4.5 17.5h.1',
  mail: 'M4 5.5h16v13H4zM4 7l8 6 8-6',
  percent: 'M6 18 18 6M7.5 5.5a2 2 0 1 0 0 4 2 2 0 0 0 0-4zM16.5 14.5a2 2 0 1 0 0 4 2 2 0 0 0 0-4z',
  plus: 'M12 5v14M5 12h14',
  settings: 'M4 7.5h9M17 7.5h3M4 16.5h3M11 16.5h9M15 5v5M9 14v5',
  star: 'm12 4 2.4 5.2 5.6.7-4.1 3.9 1.1 5.7-5-2.8-5 2.8 1.1-5.7L4 9.9l5.6-.7z',
  subscribers: 'M4 9.5 12 4l8 5.5V20H4zM4 10l8 5.5 8-5.5',
  transfer: 'M8 20V5M4.5 8.5 8 5l3.5 3.5M16 4v15M12.5 15.5 16 19l3.5-3.5',
  users: 'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM4.5 20a7.5 7.5 0 0 1 15 0',
} as const satisfies Record<AdminIcon, string>;
