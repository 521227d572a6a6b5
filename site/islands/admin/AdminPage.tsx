import { useStore } from '@nanostores/react';
import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react';
import { preinit } from 'react-dom';
import { $session, confirmSession, isAdmin } from '../../stores/session.ts';
import auditStyles from '../../styles/audit.css?url';
import calendarStyles from '../../styles/calendar.css?url';
import connectionsStyles from '../../styles/connections.css?url';
import discountsStyles from '../../styles/discounts.css?url';
import editorStyles from '../../styles/editor.css?url';
import inboxStyles from '../../styles/inbox.css?url';
import jobsStyles from '../../styles/jobs.css?url';
import mailStyles from '../../styles/mail.css?url';
import productFormStyles from '../../styles/product-form.css?url';
import productsStyles from '../../styles/products.css?url';
import queueStyles from '../../styles/queue.css?url';
import salesStyles from '../../styles/sales.css?url';
import settingsStyles from '../../styles/settings.css?url';
import subscribersStyles from '../../styles/subscribers.css?url';
import transfersStyles from '../../styles/transfers.css?url';
import uploadsStyles from '../../styles/uploads.css?url';
import usersStyles from '../../styles/users.css?url';
import viewsStyles from '../../styles/views.css?url';
import { ListSkeleton } from '../ListSkeleton.tsx';
import { LoadFailed } from '../LoadFailed.tsx';
import { MissingPage } from '../ui/MissingPage.tsx';
import { PageBoundary } from '../ui/PageBoundary.tsx';
import { AdminWarnings } from './AdminWarnings.tsx';
import type { AdminIsland } from './admin-pages.ts';
import overviewStyles from './overview.css?url';

/** Makes a page whose code and styles are loaded when it is drawn for the first time. */
function page<Name extends string>(
  name: Name,
  load: () => Promise<Record<Name, ComponentType>>,
  styles: string,
) {
  const Page = lazy(async () => ({ default: (await load())[name] }));
  return { Page, styles };
}

const pages: Record<AdminIsland, { Page: ComponentType; styles: string }> = {
  audit: page('AuditLog', () => import('../audit/AuditLog.tsx'), auditStyles),
  calendar: page('CalendarPage', () => import('../calendar/CalendarPage.tsx'), calendarStyles),
  categories: page('Categories', () => import('../products/Categories.tsx'), productsStyles),
  comments: page('CommentsPage', () => import('../comments/CommentsPage.tsx'), queueStyles),
  connections: page(
    'ConnectionsPage',
    () => import('../connections/ConnectionsPage.tsx'),
    connectionsStyles,
  ),
  discounts: page('DiscountsPage', () => import('../discounts/DiscountsPage.tsx'), discountsStyles),
  editor: page('EditorPage', () => import('../editor/EditorPage.tsx'), editorStyles),
  'import-export': page(
    'TransfersPage',
    () => import('../transfers/TransfersPage.tsx'),
    transfersStyles,
  ),
  jobs: page('JobsPage', () => import('../jobs/JobsPage.tsx'), jobsStyles),
  mail: page('MailPage', () => import('../mail/MailPage.tsx'), mailStyles),
  messages: page('Inbox', () => import('../inbox/Inbox.tsx'), inboxStyles),
  order: page('OrderPage', () => import('../sales/OrderPage.tsx'), salesStyles),
  orders: page('Orders', () => import('../sales/Orders.tsx'), salesStyles),
  overview: page('Overview', () => import('./Overview.tsx'), overviewStyles),
  product: page('ProductPage', () => import('../products/ProductPage.tsx'), productFormStyles),
  products: page('Products', () => import('../products/Products.tsx'), productsStyles),
  reviews: page('Reviews', () => import('../reviews/Reviews.tsx'), inboxStyles),
  sales: page('SalesPage', () => import('../sales/SalesPage.tsx'), salesStyles),
  settings: page('Settings', () => import('../settings/Settings.tsx'), settingsStyles),
  subscribers: page(
    'Subscribers',
    () => import('../subscribers/Subscribers.tsx'),
    subscribersStyles,
  ),
  uploads: page('Uploads', () => import('../uploads/Uploads.tsx'), uploadsStyles),
  users: page('Users', () => import('../users/Users.tsx'), usersStyles),
  views: page('Views', () => import('../views/Views.tsx'), viewsStyles),
};

/**
 * The shell of every admin page. It loads the page only after the API has said that an admin is signed in;
 * to everyone else the address does not exist.
 */
export function AdminPage({ island }: { island: AdminIsland }) {
  const session = useStore($session);
  const [isAdmitted, setIsAdmitted] = useState(false);
  useEffect(() => {
    void confirmSession();
  }, []);
  // The page stays when the session ends in another tab: it may hold text that nobody has saved.
  if (isAdmin(session) && !isAdmitted) setIsAdmitted(true);

  if (!isAdmitted) {
    if (session.state === 'unknown') return <ListSkeleton label="Loading" />;
    if (session.state === 'failed')
      return <LoadFailed reason={session.reason} onRetry={() => void confirmSession()} />;
    return <MissingPage hasEnded={session.state === 'guest' && session.ended === true} />;
  }
  const { Page, styles } = pages[island];
  preinit(styles, { as: 'style', precedence: 'page' });
  return (
    <PageBoundary>
      <Suspense fallback={<ListSkeleton label="Loading" />}>
        <link rel="stylesheet" href={styles} precedence="page" />
        <AdminWarnings />
        <Page />
      </Suspense>
    </PageBoundary>
  );
}
