import { type IconName, iconShapes } from './icon-shapes.ts';

/** A line icon. It is hidden from assistive technology. */
export function Icon({ name }: { name: IconName }) {
  return <LineIcon path={iconShapes[name]} />;
}

/** Draws a path as a line icon on a grid of 24. */
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
