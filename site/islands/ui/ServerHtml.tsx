/** Shows HTML that api/markdown has sanitized. Never give it anything else. */
export const ServerHtml = ({ className, html }: { className: string; html: string }) => (
  <div className={className} dir="auto" dangerouslySetInnerHTML={{ __html: html }} />
);
