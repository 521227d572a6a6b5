import { useLayoutEffect, useRef } from 'react';
import { serverHtml } from '../../client/server-html.ts';

/** Shows HTML that api/markdown has sanitized. */
export function ServerHtml({ className, html }: { className: string; html: string }) {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => place.current?.replaceChildren(serverHtml(html)), [html]);
  return <div className={className} dir="auto" ref={place} />;
}
