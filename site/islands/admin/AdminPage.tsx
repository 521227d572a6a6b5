import { useStore } from '@nanostores/react';
import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react';
import type { AdminIsland } from '#contracts/admin-pages.ts';
import type { AdminWarning } from '#contracts/overview.ts';
import { ApiError, callApi } from '../../client/api-client.ts';
import { loadStyles } from '../../client/load-styles.ts';
import { restoreRequestedPath } from '../../client/requested-path.ts';
import { $session, confirmSession, isAdmin } from '../../stores/session.ts';
import auditStyles from '../audit/audit.css?url';
import calendarStyles from '../calendar/calendar.css?url';
import queueStyles from '../comments/comments.css?url';
import connectionsStyles from '../connections/connections.css?url';
import discountsStyles from '../discounts/discounts.css?url';
import editorStyles from '../editor/editor.css?url';
import importExportStyles from '../import-export/import-export.css?url';
import jobsStyles from '../jobs/jobs.css?url';
import mailStyles from '../mail/mail.css?url';
import overviewStyles from '../overview/overview.css?url';
import pageViewsStyles from '../page-views/page-views.css?url';
import productFormStyles from '../products/product-form.css?url';
import productsStyles from '../products/products.css?url';
import salesStyles from '../sales/sales.css?url';
import settingsStyles from '../settings/settings.css?url';
import entryStyles from '../ui/entries.css?url';
import { ListSkeleton } from '../ui/ListStates.tsx';
import { LoadFailed } from '../ui/LoadFailed.tsx';
import listStyles from '../ui/list.css?url';
import { MissingPage } from '../ui/MissingPage.tsx';
import { PageBoundary } from '../ui/PageBoundary.tsx';
import uploadsStyles from '../uploads/uploads.css?url';
import usersStyles from '../users/users.css?url';

restoreRequestedPath();

/** Creates a page whose code and styles are loaded when it is first rendered. */
function page<Name extends string>(
  name: Name,
  load: () => Promise<Record<Name, ComponentType>>,
  styles: string,
) {
  return lazy(async () => {
    const [module] = await Promise.all([load(), loadStyles(styles)]);
    return { default: module[name] };
  });
}

const pages: Record<AdminIsland, ComponentType> = {
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
    'ImportExportPage',
    () => import('../import-export/ImportExportPage.tsx'),
    importExportStyles,
  ),
  jobs: page('JobsPage', () => import('../jobs/JobsPage.tsx'), jobsStyles),
  mail: page('MailPage', () => import('../mail/MailPage.tsx'), mailStyles),
  messages: page('Inbox', () => import('../inbox/Inbox.tsx'), entryStyles),
  order: page('OrderPage', () => import('../sales/OrderPage.tsx'), salesStyles),
  orders: page('SalesOrders', () => import('../sales/SalesOrders.tsx'), salesStyles),
  overview: page('Overview', () => import('../overview/Overview.tsx'), overviewStyles),
  product: page('ProductPage', () => import('../products/ProductPage.tsx'), productFormStyles),
  products: page('Products', () => import('../products/Products.tsx'), productsStyles),
  reviews: page('Reviews', () => import('../reviews/Reviews.tsx'), entryStyles),
  sales: page('SalesPage', () => import('../sales/SalesPage.tsx'), salesStyles),
  settings: page('Settings', () => import('../settings/Settings.tsx'), settingsStyles),
  subscribers: page('Subscribers', () => import('../subscribers/Subscribers.tsx'), listStyles),
  uploads: page('Uploads', () => import('../uploads/Uploads.tsx'), uploadsStyles),
  users: page('Users', () => import('../users/Users.tsx'), usersStyles),
  views: page('PageViews', () => import('../page-views/PageViews.tsx'), pageViewsStyles),
};

/**
 * Shell of every admin page. It loads the page only after the API has confirmed that an admin is signed in;
 * everyone else sees that the page does not exist.
 */
export function AdminPage({ island }: { island: AdminIsland }) {
  const session = useStore($session);
  const [isAdmitted, setIsAdmitted] = useState(false);
  useEffect(() => {
    void confirmSession();
  }, []);
  // The page stays when the session ends in another tab, because it may hold unsaved text.
  if (isAdmin(session) && !isAdmitted) setIsAdmitted(true);

  if (!isAdmitted) {
    if (session.state === 'unknown') return <ListSkeleton label="Loading" />;
    if (session.state === 'failed')
      return <LoadFailed reason={session.reason} onRetry={confirmSession} />;
    return <MissingPage hasEnded={session.state === 'guest' && session.ended === true} />;
  }
  const Page = pages[island];
  return (
    <PageBoundary>
      <Suspense fallback={<ListSkeleton label="Loading" />}>
        <AdminWarnings />
        <Page />
      </Suspense>
    </PageBoundary>
  );
}

/** Warnings about the configuration, above every admin page. */
function AdminWarnings() {
  const [warnings, setWarnings] = useState<readonly AdminWarning[]>([]);
  useEffect(() => {
    void loadWarnings().then(setWarnings);
  }, []);
  return warnings.map(({ code, msg }) => (
    <p key={code} className="admin-warning" role="status">
      <strong>Warning.</strong> {msg}
    </p>
  ));
}

async function loadWarnings(): Promise<readonly AdminWarning[]> {
  if (!isAdmin(await confirmSession())) return [];
  try {
    const { warnings } = await callApi<{ warnings: AdminWarning[] }>('GET', '/api/admin/warnings');
    return warnings;
  } catch (error) {
    // The page reports that the API is unavailable. The next page loads the warnings.
    if (!(error instanceof ApiError)) throw error;
    return [];
  }
}
