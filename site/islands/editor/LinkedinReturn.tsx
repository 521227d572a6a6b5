import { useEffect, useState } from 'react';
import { sentence } from '../ui/use-loaded.ts';
import { finishLinkedin, type LinkedinAnswer } from './linkedin-return.ts';

/** Sends LinkedIn's OAuth response to the API and shows the result. */
export function LinkedinReturn({ answer }: { answer: LinkedinAnswer }) {
  const [result, setResult] = useState<{ msg: string; hasFailed: boolean } | null>(null);
  useEffect(() => {
    finishLinkedin(answer)
      .then((msg) => setResult({ msg, hasFailed: false }))
      .catch((error) => setResult({ msg: sentence(error), hasFailed: true }));
  }, [answer]);
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
