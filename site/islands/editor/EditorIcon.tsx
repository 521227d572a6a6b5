import { LineIcon } from '../ui/Icon.tsx';

/** Line icons on a grid of 24, drawn as in components/Icon.astro. They are hidden from screen readers. */
const shapes = {
  bold: 'M7.5 4.5h6a3.6 3.6 0 0 1 0 7.2h-6zM7.5 11.7h7a3.9 3.9 0 0 1 0 7.8h-7z',
  italic: 'M10.5 4.5h7M6.5 19.5h7M14.5 4.5l-5 15',
  strike:
    'M4 12h16M16.5 7.5c-.6-2-2.3-3-4.5-3-2.6 0-4.5 1.2-4.5 3.4M7 16.2c.5 2.2 2.4 3.3 5 3.3 2.8 0 4.7-1.4 4.7-3.7',
  code: 'm8.5 7-5 5 5 5M15.5 7l5 5-5 5',
  link: 'M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.7-5.7l-1.5 1.5M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.7 5.7l1.5-1.5',
  quote: 'M5 6v12M9.5 8h10M9.5 12h10M9.5 16h6',
  bullets: 'M9.5 6.5h11M9.5 12h11M9.5 17.5h11M4.5 6.5h.1M4.5 12h.1M4.5 17.5h.1',
  numbers:
    'M10 6.5h10.5M10 12h10.5M10 17.5h10.5M4 5l1.5-.8V9M3.8 15.3c.4-1.7 3-1.3 2.6.3-.2.8-1.7 1.8-2.6 3.2h2.8',
  tasks: 'M3.5 5.5h4v4h-4zM3.5 14.5h4v4h-4zM11 7.5h9.5M11 16.5h9.5M4.5 16.3l1 1 1.5-2',
  heading: 'M5.5 5v14M18.5 5v14M5.5 12h13',
  block: 'M4 5h16v14H4zM9 9.5 6.8 12 9 14.5M15 9.5l2.2 2.5-2.2 2.5M12.8 9l-1.6 6',
  table: 'M4 5h16v14H4zM4 10h16M4 14.5h16M10 5v14',
  callout: 'M4 5h16v12h-9l-4 3.5V17H4zM12 8.5v3.5M12 14.3h.1',
  footnote: 'M4 19 8.5 6l4.5 13M5.5 15h6M16.5 5.5 18 4.7V10M15.5 14h5',
  rule: 'M3.5 12h17M6 6.5h12M6 17.5h12',
  image: 'M4 5h16v14H4zM4 16l4.5-4.5 4 4 2.5-2.5 5 5M15.5 9h.1',
  find: 'M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM15.5 15.5l5 5',
  help: 'm11 4 1.8 4.7 4.7 1.8-4.7 1.8L11 17l-1.8-4.7-4.7-1.8 4.7-1.8zM18 15v5M15.5 17.5h5',
  keys: 'M3.5 7h17v10.5h-17zM7 10.5h.1M10.5 10.5h.1M14 10.5h.1M17 10.5h.1M8 14.2h8',
  full: 'M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5',
  leave: 'M9 4v5H4M20 9h-5V4M15 20v-5h5M4 15h5v5',
  details: 'M4 5h16v14H4zM14.5 5v14M16.8 8.5h1M16.8 11.5h1',
  eye: 'M2.5 12C5 7.5 8.3 5.5 12 5.5s7 2 9.5 6.5c-2.5 4.5-5.8 6.5-9.5 6.5S5 16.5 2.5 12zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z',
  checks: 'M9 4H5v16h14V4h-4M9 3h6v3H9zM8.5 13l2.5 2.5 5-5.5',
  history: 'M4.5 8.5A8.5 8.5 0 1 1 3.5 12M4 4v4.5h4.5M12 7.5V12l3 2',
  close: 'm6 6 12 12M18 6 6 18',
  left: 'M4 6h16M4 12h9M4 18h13',
  center: 'M4 6h16M7.5 12h9M5.5 18h13',
  right: 'M4 6h16M11 12h9M7 18h13',
} as const;

export type IconName = keyof typeof shapes;

/** One of the editor's icons. */
export function EditorIcon({ name }: { name: IconName }) {
  return <LineIcon path={shapes[name]} />;
}
