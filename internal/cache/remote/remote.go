// Package remote speaks to a cache server by Bazel's HTTP protocol: a value is read by GET and
// written by PUT under the address `/ac/` and a SHA-256 in hexadecimal digits. bazel-remote,
// nginx with WebDAV and object stores behind either serve it.
//
// A server may hold `/ac/` to Bazel's rule that a value is an ActionResult, a message of
// protocol buffers. A value is therefore wrapped in one, as what its action printed.
package remote

import (
	"bytes"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"google.golang.org/protobuf/encoding/protowire"
)

// A Server is a cache server. It may be used from several goroutines.
type Server struct {
	base          *url.URL
	authorization string
	client        *http.Client
}

// Limit is the largest value in bytes that is read or written.
const Limit = 64 << 20

// New returns the server at an address, such as `https://cache.example/models`. The
// credentials are those of the address, an Authorization header if one is given, or those that
// netrc has for the host, in this order. It reports an address that is no http or https one.
func New(address, authorization, netrc string) (*Server, error) {
	base, err := url.Parse(address)
	if err != nil || base.Host == "" || base.Scheme != "http" && base.Scheme != "https" {
		return nil, errors.New("it is no address of a cache server, such as https://cache.example/models")
	}
	if base.User == nil && authorization == "" {
		base.User = login(netrc, base.Hostname())
	}
	if strings.ContainsAny(authorization, "\r\n") {
		return nil, errors.New("the authorization has a line end")
	}
	return &Server{base: base, authorization: authorization, client: &http.Client{
		// A redirect would carry requests to a server that nobody named.
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		Transport: &http.Transport{
			Proxy: http.ProxyFromEnvironment, DialContext: (&net.Dialer{Timeout: 5 * time.Second}).DialContext,
			MaxResponseHeaderBytes: 64 << 10, DisableCompression: true, ForceAttemptHTTP2: true,
		},
	}}, nil
}

// Name is the address without credentials.
func (s *Server) Name() string {
	shown := *s.base
	shown.User, shown.RawQuery, shown.Fragment = nil, "", ""
	return shown.String()
}

// Get returns the value of a key, nil where the server has none.
func (s *Server) Get(ctx context.Context, key [32]byte) ([]byte, error) {
	response, err := s.do(ctx, http.MethodGet, key, nil)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	switch response.StatusCode {
	case http.StatusOK:
	case http.StatusNotFound, http.StatusNoContent:
		return nil, nil
	default:
		return nil, fmt.Errorf("it answers %s", status(response))
	}
	if response.ContentLength > Limit+16 {
		return nil, fmt.Errorf("it answers with %d bytes, which are too many", response.ContentLength)
	}
	message, err := io.ReadAll(io.LimitReader(response.Body, Limit+17))
	if err != nil {
		return nil, without(err)
	}
	return unwrap(message)
}

// Put writes the value of a key.
func (s *Server) Put(ctx context.Context, key [32]byte, value []byte) error {
	if len(value) > Limit {
		return fmt.Errorf("there are %d bytes to write, which are too many", len(value))
	}
	response, err := s.do(ctx, http.MethodPut, key, wrap(value))
	if err != nil {
		return err
	}
	defer response.Body.Close()
	_, _ = io.CopyN(io.Discard, response.Body, 4<<10)
	if response.StatusCode/100 != 2 {
		return fmt.Errorf("it answers %s", status(response))
	}
	return nil
}

// status is the code of an answer, with the words that HTTP has for it: those of the server may
// be anything.
func status(response *http.Response) string {
	return strings.TrimSpace(fmt.Sprintf("%d %s", response.StatusCode, http.StatusText(response.StatusCode)))
}

func (s *Server) do(ctx context.Context, method string, key [32]byte, body []byte) (*http.Response, error) {
	address := s.base.JoinPath("ac", hex.EncodeToString(key[:]))
	request, err := http.NewRequestWithContext(ctx, method, address.String(), bytes.NewReader(body))
	if err != nil {
		return nil, errors.New("its address cannot be asked")
	}
	if s.authorization != "" {
		request.Header.Set("Authorization", s.authorization)
	}
	response, err := s.client.Do(request)
	if err != nil {
		return nil, without(err)
	}
	return response, nil
}

// without is an error without the address, which may have credentials.
func without(err error) error {
	var wrong *url.Error
	if errors.As(err, &wrong) {
		err = wrong.Err
	}
	if errors.Is(err, context.DeadlineExceeded) {
		return errors.New("it does not answer in time")
	}
	return err
}

// stdout is the field of an ActionResult that holds what the action printed.
const stdout protowire.Number = 5

func wrap(value []byte) []byte {
	message := protowire.AppendTag(make([]byte, 0, len(value)+16), stdout, protowire.BytesType)
	return protowire.AppendBytes(message, value)
}

// errWrapped says that a message is no ActionResult of ours.
var errWrapped = errors.New("its value is none that fraccheck wrote")

func unwrap(message []byte) ([]byte, error) {
	number, kind, n := protowire.ConsumeTag(message)
	if n < 0 || number != stdout || kind != protowire.BytesType {
		return nil, errWrapped
	}
	value, m := protowire.ConsumeBytes(message[n:])
	if m < 0 || n+m != len(message) {
		return nil, errWrapped
	}
	return value, nil
}
