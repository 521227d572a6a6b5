import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import type { AdminGroup, adminMenu } from '#contracts/admin-pages.ts';
import { $waiting } from '../../stores/waiting.ts';
import { adminIcons } from '../ui/admin-icons.ts';
import { LineIcon } from '../ui/LineIcon.tsx';

interface Props {
  name: AdminGroup;
  pages: (typeof adminMenu)[number]['pages'];
  children: ReactNode;
}

/** A group of the admin menu: links to its pages with pending counts, beside its figures. */
export function Group({ name, pages, children }: Props) {
  const waiting = useStore($waiting);
  const id = `overview-${name}`;
  return (
    <section className="overview__group" aria-labelledby={id}>
      <div>
        <h2 id={id}>{name}</h2>
        <ul className="overview__pages">
          {pages.map(({ path, title, icon, badge }) => (
            <li key={path}>
              <a href={path}>
                <LineIcon path={adminIcons[icon]} />
                {title}
              </a>
              {badge && waiting && waiting[badge] > 0 && (
                <span className="count">
                  {waiting[badge]}
                  <span className="quiet"> waiting</span>
                </span>
              )}
            </li>
          ))}
        </ul>
      </div>
      <div className="overview__content">{children}</div>
    </section>
  );
}
