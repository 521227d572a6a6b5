/** Where an article can be passed on: plain links, so that no other site knows who only reads. */
export function shareLinks(address: string, title: string): { name: string; href: string }[] {
  const url = encodeURIComponent(address);
  const words = encodeURIComponent(title);
  const both = encodeURIComponent(`${title} ${address}`);
  return [
    { name: 'Mail', href: `mailto:?subject=${words}&body=${url}` },
    { name: 'LinkedIn', href: `https://www.linkedin.com/sharing/share-offsite/?url=${url}` },
    { name: 'Mastodon', href: `https://share.joinmastodon.org/#text=${both}` },
    { name: 'Bluesky', href: `https://bsky.app/intent/compose?text=${both}` },
    { name: 'Hacker News', href: `https://news.ycombinator.com/submitlink?u=${url}&t=${words}` },
    { name: 'X', href: `https://x.com/intent/post?text=${words}&url=${url}` },
  ];
}
