import { useStore } from '@nanostores/react';
import { $notifications } from '../../stores/notifications.ts';
import { Icon } from '../ui/Icon.tsx';

/** Link to the notifications in the header. The badge belongs to the element around the island. */
export function Bell() {
  const { unread } = useStore($notifications, { ssr: 'initial' });
  const label = unread > 0 ? `Notifications, ${unread} unread` : 'Notifications';
  return (
    <a className="icon-button" href="/notifications" aria-label={label} title="Notifications">
      <Icon name="bell" />
    </a>
  );
}
