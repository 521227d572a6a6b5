import { useEffect, useState } from 'react';
import { errorMessage } from '../ui/use-loaded.ts';
import { completeConnection, type LinkedinResponse } from './linkedin-return.ts';

/** Sends LinkedIn's OAuth response to the API and shows the result. */
export function LinkedinReturn({ oauthResponse }: { oauthResponse: LinkedinResponse }) {
  const [result, setResult] = useState<{ msg: string; hasFailed: boolean } | null>(null);
  useEffect(() => {
    completeConnection(oauthResponse)
      .then((msg) => setResult({ msg, hasFailed: false }))
      .catch((error) => setResult({ msg: errorMessage(error), hasFailed: true }));
  }, [oauthResponse]);
  if (!result) return null;
  return (
    <p
      className={`notice connection-return${result.hasFailed ? ' notice--warning' : ''}`}
      role={result.hasFailed ? 'alert' : 'status'}
    >
      {result.msg} <a href="/admin/connections">Show the connections</a>
    </p>
  );
}
