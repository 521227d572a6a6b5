import { useStore } from '@nanostores/react';
import { $notifications, unreadLabel } from '../../stores/notifications.ts';
import { Icon } from '../ui/Icon.tsx';

/**
 * Link to the notifications in the header. The badge, and the label until the island is loaded, belong to the element
 * around the island.
 */
export function Bell() {
  const { unread } = useStore($notifications, { ssr: 'initial' });
  return (
    <a
      className="icon-button"
      href="/notifications"
      aria-label={unreadLabel(unread)}
      aria-labelledby={unread > 0 ? undefined : 'bell'}
      title="Notifications"
    >
      <Icon name="bell" />
    </a>
  );
}
