/** Shows HTML that was sanitized by api/markdown. It must never receive other HTML. */
export const ServerHtml = ({ className, html }: { className: string; html: string }) => (
  // biome-ignore lint/security/noDangerouslySetInnerHtml: it was sanitized by api/markdown
  <div className={className} dir="auto" dangerouslySetInnerHTML={{ __html: html }} />
);
