/** Parses HTML that api/markdown has sanitized. Never give it anything else. */
export function serverHtml(html: string): DocumentFragment {
  const template = document.createElement('template');
  template.innerHTML = html;
  return template.content;
}
