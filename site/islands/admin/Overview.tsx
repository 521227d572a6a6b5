import { useStore } from '@nanostores/react';
import { adminMenu } from '#contracts/admin-pages.ts';
import { $waiting } from '../../stores/waiting.ts';
import { LineIcon } from '../ui/LineIcon.tsx';
import { adminIcons } from './admin-icons.ts';

/** Lists all admin pages by group, with the number of things that wait on each. */
export function Overview() {
  const waiting = useStore($waiting);
  return (
    <>
      <div className="page-title">
        <h1>Admin</h1>
      </div>
      <div className="overview">
        {adminMenu.map(({ group, pages }) => (
          <section key={group} aria-labelledby={`overview-${group}`}>
            <h2 className="label" id={`overview-${group}`}>
              {group}
            </h2>
            <ul>
              {pages.map(({ path, title, description, icon, badge }) => (
                <li key={path}>
                  <LineIcon path={adminIcons[icon]} />
                  <p>
                    <a href={path}>{title}</a>
                    {badge && waiting && waiting[badge] > 0 && (
                      <span className="count">
                        {waiting[badge]}
                        <span className="quiet"> waiting</span>
                      </span>
                    )}
                    <small>{description}</small>
                  </p>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </>
  );
}
