/** The hosts in a `REDIS_URL`, without what is secret in it. The server reads all of it, and says what is wrong. */
const REDIS_PORT = 6379;
const SENTINEL_PORT = 26_379;

/** Empty where it is no address of a Redis, of sentinels or of a cluster. */
export function redisNodes(url) {
  const [, kind, list] =
    /^rediss?(\+sentinel|\+cluster)?:\/\/(?:[^/?#]*@)?([^/?#@]+)(?:[/?]|$)/.exec(url) ?? [];
  if (list === undefined) return [];
  return list.split(',').map((text) => {
    const [, inBrackets, plain, port] = /^(?:\[(.+)\]|([^:]*))(?::(\d+))?$/.exec(text) ?? [];
    const usual = kind === '+sentinel' ? SENTINEL_PORT : REDIS_PORT;
    return { host: inBrackets ?? plain ?? text, port: Number(port ?? usual) };
  });
}

export const namesOf = (nodes) => nodes.map(({ host, port }) => `${host}:${port}`).join(', ');
