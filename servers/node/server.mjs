// node:http under test: server.mjs PORT HANDLER.
import { createServer } from 'node:http';

const body = 'Hello World';
const length = Buffer.byteLength(body);
let requests = 0;

// Each handler counts by itself: a function around all of them would be a call more on the path that is measured.
const handlers = {
  'set-header': (req, res) => {
    requests++;
    res.setHeader('Content-Type', 'text/plain');
    res.end(body);
  },
  'set-header-length': (req, res) => {
    requests++;
    res.setHeader('Content-Type', 'text/plain');
    res.setHeader('Content-Length', length);
    res.end(body);
  },
  'write-head': (req, res) => {
    requests++;
    res.writeHead(200, { 'Content-Type': 'text/plain', 'Content-Length': length });
    res.end(body);
  },
  'read-two': (req, res) => {
    requests++;
    // A status that depends on both: the reads cannot be dropped, and a client that forgot its headers is found out.
    if (req.headers['user-agent'] === undefined || req.headers['accept-language'] === undefined) res.statusCode = 400;
    res.setHeader('Content-Type', 'text/plain');
    res.end(body);
  },
};

const refuse = (status, text) => {
  process.stderr.write(`server.mjs: ${text}\n`);
  process.exit(status);
};

const [portText, name] = process.argv.slice(2);
const port = Number(portText);
if (!/^[0-9]+$/.test(portText) || port < 1 || port > 65535) {
  refuse(2, `the port is a number from 1 to 65535, not '${portText}'`);
}
if (!Object.hasOwn(handlers, name)) {
  refuse(2, `unknown handler '${name}'; there are ${Object.keys(handlers).join(', ')}`);
}

const server = createServer(handlers[name]);
server.on('error', (error) => {
  refuse(1, error.code === 'EADDRINUSE' ? `port ${port} is in use` : error.message);
});
server.listen(port, '127.0.0.1');

const stop = () => {
  server.close(() => process.stdout.write(`requests ${requests}\n`, () => process.exit(0)));
  server.closeAllConnections();
};
process.once('SIGTERM', stop);
process.once('SIGINT', stop);
