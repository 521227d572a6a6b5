import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { $adminWarnings, loadAdminWarnings } from '../../stores/admin-warnings.ts';

/** Warnings about the configuration, above every admin page. */
export function AdminWarnings() {
  const warnings = useStore($adminWarnings, { ssr: 'initial' });
  useEffect(() => {
    void loadAdminWarnings();
  }, []);
  return warnings.map(({ code, msg }) => (
    <p key={code} className="admin-warning" role="status">
      <strong>Warning.</strong> {msg}
    </p>
  ));
}
