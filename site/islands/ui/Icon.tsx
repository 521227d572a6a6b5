/** Paths of the line icons, drawn on a grid of 24. */
export const iconShapes = {
  play: 'M8 5v14l11-7z',
  home: 'M4 11.5 12 4l8 7.5M6.5 9.5V20h11V9.5M10 20v-5h4v5',
  pages: 'M6 3.5h9l3.5 3.5v13.5H6zM9 10h6M9 13.5h6M9 17h4',
  moon: 'M19.5 14.5A8 8 0 0 1 9.5 4.5a8 8 0 1 0 10 10z',
  pen: 'm4.5 19.5 1-4.5L16 4.5l3.5 3.5L9 18.5zM13.5 7l3.5 3.5',
  menu: 'M4 7h16M4 12h16M4 17h16',
  close: 'm6 6 12 12M18 6 6 18',
  down: 'm7 10 5 5 5-5',
  search: 'M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM15.5 15.5 20.5 20.5',
  like: 'M12 20C5.5 15.4 3.5 12 3.5 9A4.6 4.6 0 0 1 12 6.6 4.6 4.6 0 0 1 20.5 9c0 3-2 6.4-8.5 11z',
  save: 'M7 4h10v16l-5-4-5 4z',
  bell: 'M6 16.5c1-1 1.5-2.5 1.5-4.5V10a4.5 4.5 0 0 1 9 0v2c0 2 .5 3.5 1.5 4.5zM10 19.5a2 2 0 0 0 4 0M12 5.5V4',
  link: 'M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.7-5.7L11.8 7.2M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.7 5.7l1.5-1.5',
  comments: 'M4.5 5h15v11h-8l-4.5 3.8V16h-2.5zM8 9h8M8 12h5',
  share: 'M12 15V4M8 7.5 12 3.5l4 4M5.5 12v8h13v-8',
  listen: 'M4 9.5v5h3.5L12 18.5v-13L7.5 9.5zM15.5 9a4.5 4.5 0 0 1 0 6M18 6.5a8 8 0 0 1 0 11',
  person: 'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM4.5 20a7.5 7.5 0 0 1 15 0',
  feed: 'M5 5a14 14 0 0 1 14 14M5 11a8 8 0 0 1 8 8M5.5 18.5h.1',
  cart: 'M5.5 8.5h13l1 11.5h-15zM9 8.5V7a3 3 0 0 1 6 0v1.5',
} as const;

export type IconName = keyof typeof iconShapes;

/** A line icon of the site. */
export function Icon({ name }: { name: IconName }) {
  return <LineIcon path={iconShapes[name]} />;
}

/** Draws a path as a line icon on a grid of 24. It is hidden from assistive technology. */
export function LineIcon({ path }: { path: string }) {
  return (
    <svg
      className="icon"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.7"
      strokeLinejoin="round"
      strokeLinecap="round"
      aria-hidden="true"
    >
      <path d={path} />
    </svg>
  );
}
