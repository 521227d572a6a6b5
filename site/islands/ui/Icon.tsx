import { type IconName, iconShapes } from './icon-shapes.ts';
import { LineIcon } from './LineIcon.tsx';

/** A line icon of the site. */
export function Icon({ name }: { name: IconName }) {
  return <LineIcon path={iconShapes[name]} />;
}
