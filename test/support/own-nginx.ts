/** nginx as the cluster runs it. */
export const ownNginx = (await import(
  new URL('../../scripts/lib/cluster/nginx.mjs', import.meta.url).href
)) as {
  startNginx: (settings: object) => Promise<void>;
  stopNginx: (settings: object) => Promise<void>;
};
