/// Everything that a model of a running graph remembers at one moment. A value: states are compared,
/// hashed and gone back to.
struct GraphState: Hashable {
  /// A node of one subscription's instance of the graph.
  struct Place: Hashable, BitwiseCopyable {
    var subscription: Int
    var node: Int
  }

  /// What a thread is about to do or waits for, on its stack.
  enum Frame: Hashable, BitwiseCopyable {
    /// Waits for the exit of the action.
    case action(ordinal: Int)
    /// About to send an event into a feed or subject.
    case inject(feed: Int, ModelEvent)
    /// About to hand an event to the rest of the feed's slots.
    case emit(feed: Int, ModelEvent, rest: UInt64)
    /// About to hand an event that the node emitted to what is below it.
    case send(Place, ModelEvent)
    /// Owns the node's queue, and is about to look for the next event in it.
    case drain(Place)
    /// Owns the subject's queue, and is about to look for the next piece of work in it.
    case drainSubject(feed: Int)
    /// Waits for the entry of the observer's callback.
    case deliver(subscription: Int, ModelEvent)
    /// Waits for the exit of the observer's callback.
    case callback(subscription: Int, ModelEvent)
    /// About to subscribe a node.
    case subscribe(Place)
    /// About to subscribe the rest of a node's inputs.
    case inputs(Place, order: Int, done: Int)
    /// Waits for the record of a feed's attachment.
    case attach(Place)
    /// About to take a slot of the feed, then to publish it.
    case reserve(Place)
    case publish(Place, slot: Int)
    /// About to return from `subscribe`.
    case subscribed(subscription: Int)
    /// About to dispose a subscription through its handle.
    case dispose(subscription: Int)
    /// About to close a subscription's gate.
    case close(subscription: Int)
    /// A piece of work of a scheduler queue.
    case job
  }

  /// The rest of what a cold source emits by itself.
  struct Task: Hashable, BitwiseCopyable {
    var place: Place
    var done: Int
  }

  struct Lane: Hashable {
    /// The innermost frame is last.
    var stack: [Frame] = []
    /// What cold sources subscribed on this thread have still to emit.
    var tasks: [Task] = []
  }

  /// An event that waits for its turn at a node.
  struct Queued: Hashable, BitwiseCopyable {
    var input: Int
    var event: ModelEvent
  }

  struct Node: Hashable {
    var memory = OperatorStage.Memory()
    /// It has emitted a terminal event, or its leaf has accepted one.
    var hasEnded = false
    /// Bits of the inputs of which it wants nothing more.
    var endedInputs: UInt8 = 0
    /// The lane that drains its queue, or -1.
    var owner = -1
    var queue: [Queued] = []
    /// The number of a feed's attachment, or 0.
    var attachment = 0
    var isDetached = false
    /// It has left its subject's list of observers.
    var hasLeft = false
  }

  struct Subscription: Hashable {
    /// `subscribe` has returned.
    var isSubscribed = false
    /// A dispose has reached the handle.
    var isDisposalRequested = false
    /// Nothing more passes to the observer.
    var isClosed = false
    /// A terminal event has reached the observer or is about to.
    var hasEnded = false
    var nodes: [Node]
  }

  /// A piece of work that waits for its turn at a subject.
  enum SubjectWork: Hashable, BitwiseCopyable {
    case event(ModelEvent)
    case add(Place)
  }

  struct Feed: Hashable {
    /// Who listens, in the order in which events reach them.
    var slots: [Place] = []
    /// Bits of the slots that get events.
    var published: UInt64 = 0
    /// The lane that drains a subject's queue, or -1.
    var owner = -1
    var queue: [SubjectWork] = []
    /// The terminal event of a subject.
    var ending: ModelEvent?
    /// The elements that a subject remembers.
    var memory: [Int] = []
  }

  struct Timer: Hashable, BitwiseCopyable {
    var place: Place
    var fired: Int
  }

  var lanes: [Lane]
  var subscriptions: [Subscription]
  var feeds: [Feed]
  /// Subscriptions of a node's input that wait for a scheduler queue.
  var jobs: [Place] = []
  var timers: [Timer] = []
  /// The race is over and everything is being disposed.
  var isTearingDown = false

  /// The state before anything happens, with the driver about to make the implied subscriptions.
  init(_ graph: GraphModel) {
    lanes = Array(repeating: Lane(), count: GraphModel.laneCount)
    feeds = (0..<graph.feedCount).map { feed in
      Feed(memory: graph.leaf(ofFeed: feed)?.start.elements ?? [])
    }
    let nodes = graph.nodes.map { Node(memory: $0.start) }
    subscriptions = Array(repeating: Subscription(nodes: nodes), count: graph.subscriptions.count)
    for number in graph.script.implied.reversed() {
      guard let index = graph.index(ofSubscription: number) else { continue }
      beginSubscribing(index, lane: 0)
    }
  }

  /// Puts the making of a subscription on a lane's stack.
  mutating func beginSubscribing(_ subscription: Int, lane: Int) {
    lanes[lane].stack.append(.subscribed(subscription: subscription))
    lanes[lane].stack.append(.subscribe(Place(subscription: subscription, node: 0)))
  }

  /// A cheap number that is equal for equal states and seldom equal for others.
  var digest: UInt64 {
    var digest: UInt64 = 0
    func mix(_ value: Int) {
      digest = (digest ^ UInt64(truncatingIfNeeded: value)) &* 0x9E37_79B9_7F4A_7C15
      digest ^= digest >> 29
    }
    for lane in lanes { mix(lane.stack.count << 8 | lane.tasks.count) }
    for feed in feeds {
      mix((feed.queue.count << 8 | (feed.owner + 1)) ^ Int(feed.published) << 16)
    }
    for subscription in subscriptions {
      mix((subscription.isClosed ? 1 : 0) | (subscription.hasEnded ? 2 : 0))
      for node in subscription.nodes {
        mix(
          node.memory.number ^ node.queue.count << 8 ^ (node.owner + 1) << 16
            ^ (node.isDetached ? 1 : 0) << 24 ^ (node.hasLeft ? 1 : 0) << 25)
      }
    }
    return digest
  }

  subscript(place: Place) -> Node {
    get { subscriptions[place.subscription].nodes[place.node] }
    _modify { yield &subscriptions[place.subscription].nodes[place.node] }
  }
}
